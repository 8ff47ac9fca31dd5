// The table: it follows the game, keeps the screen awake, says what is new. Every page works without it.

import "./menu.js";
import { follow } from "./follow.js";
import { keepOnPhone } from "./keep.js";
import { keepAwake } from "./wake.js";
import { tellNews } from "./news.js";
import "./share.js";

const board = () => document.getElementById("board");
const inPlay = () => board()?.hasAttribute("data-live") ?? false;

follow(board);
tellNews(board);
keepOnPhone(board);
keepAwake(inPlay);
