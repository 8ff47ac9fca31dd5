"""How Hearts is played: the standard game for four, told to somebody who has never played a trick."""

from __future__ import annotations

from typing import Final

from scorekeeper.hearts.speech import as_text

_TEXT: Final = (
    (
        "What it is about",
        "Hearts is a game for four, everyone alone, with an ordinary pack of 52 cards. You want few points: "
        "every heart you are left with costs you one, the queen of spades thirteen. A game is many hands "
        "long, and whoever has the lowest total at the end has won.",
    ),
    (
        "The cards",
        "In each suit the ace is highest, then king, queen, jack, ten and so on down to the two. No suit "
        "beats another; there are no trumps. The thirteen hearts and the Q♠ are the penalty cards: 26 "
        "points in every hand. All other cards cost nothing.",
    ),
    (
        "The deal",
        "The dealer shuffles and deals all the cards one at a time, to the left first, so that each player "
        "holds thirteen. The next hand is dealt by the player on the dealer's left, and so on round the "
        "table. If a deal goes wrong, the same dealer deals again and it is as if nothing had happened.",
    ),
    (
        "Passing three cards",
        "Look at your hand, choose three cards you would rather not have and lay them face down for another "
        "player. Only then take up the three that were passed to you. In the first hand you pass to the "
        "left, in the second to the right, in the third to the player across. In the fourth hand nobody "
        "passes: that is a hold, you keep your cards. After that it begins again with the left.",
    ),
    (
        "A trick",
        "One player leads a card, and the others follow in turn, clockwise, one card each. If you have a "
        "card of the suit that was led, you must play one. If you have none, play whatever you like: this "
        "is how you get rid of the Q♠ and of high hearts. The highest card of the suit that was led takes "
        "the trick. Its player lays the four cards aside and leads to the next one. Thirteen tricks make a "
        "hand.",
    ),
    (
        "The first trick",
        "Whoever holds the 2♣ begins by leading it. On this first trick nobody may play a heart or the Q♠, "
        "even without a club, unless the hand holds nothing else.",
    ),
    (
        "Breaking hearts",
        "You may not lead a heart until somebody has thrown one on a trick of another suit: then hearts are "
        "broken. The only exception is a player who has nothing but hearts. The Q♠ does not break hearts.",
    ),
    (
        "The queen of spades",
        "She is played like any spade. From the second trick on you may lead her, and you may keep her back "
        "as long as you have another card to play. Whoever takes the trick she lies in has her thirteen "
        "points. Beware of the A♠ and the K♠: if you hold one of them, the queen may be put on it.",
    ),
    (
        "Counting a hand",
        "When all cards are played, everybody counts the hearts among the tricks they took, and thirteen "
        "for the Q♠. The four counts must make 26 together. Each is added to its player's total.",
    ),
    (
        "Shooting the moon",
        "Sometimes a hand is so bad that it is good. If one player takes all thirteen hearts and the Q♠, "
        "that player, the shooter, scores nothing and everybody else 26. It does not take every trick, but "
        "every penalty card: a single heart in another player's tricks, and it is no moon: the 25 points "
        "count.",
    ),
    (
        "The end",
        "As soon as a hand is over in which some total has come to 100 or more, the game is over. The "
        "lowest total wins, whoever it was that reached 100. If two or more are tied for lowest, nobody has "
        "won yet: you go on, hand by hand, until one player alone is lowest.",
    ),
    (
        "Three, five or more players",
        "Take out low cards so that everybody gets the same number: the 2♦ for three players, the 2♦ and 2♣ "
        "for five, the 2♣, 3♣, 2♦ and 3♦ for six. Where the 2♣ is out, the lowest club left begins. Three "
        "players pass left, right, hold; five and more also pass to the second seat on either side.",
    ),
    (
        "A little advice",
        "Pass high spades unless you have many of them, and try to be rid of one suit altogether. Take "
        "tricks early, while they are cheap, and keep low cards for the end. If one player has taken all "
        "the points so far, take one heart yourself in good time: that stops the moon.",
    ),
)


HOW_TO_PLAY: Final = tuple((as_text(heading), as_text(paragraph)) for heading, paragraph in _TEXT)
