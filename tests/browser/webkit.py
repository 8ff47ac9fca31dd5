"""WebKit, the engine of every iPhone: Debian's MiniBrowser under Xvfb, driven by WebKitWebDriver."""

from __future__ import annotations

import os
import shutil
import subprocess
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    NoSuchElementException,
    StaleElementReferenceException,
    TimeoutException,
)
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from selenium.webdriver.webkitgtk.webdriver import WebDriver

from tests.conftest import missing

PATIENCE = 60  # seconds; a busy machine is slow, a page that never comes must not hang the tests
SIZE = (390, 844)  # asked for; MiniBrowser's own buttons make its window no narrower than about 450
NOT_YET = (
    NoSuchElementException,
    StaleElementReferenceException,
    ElementNotInteractableException,
    ElementClickInterceptedException,
)
T = TypeVar("T")


def _found() -> tuple[str, str, str]:
    """Where the driver, the browser and the screen are; the test is skipped where one of them is not."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browsers = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    if not (driver and browsers):
        missing("no WebKit on this machine: apt install webkit2gtk-driver")
    if not screen:
        missing("no Xvfb on this machine: apt install xvfb")
    return str(driver), str(browsers[-1]), str(screen)


@contextmanager
def _screen(program: str) -> Iterator[str]:
    """A screen nobody sees, under a number of its own choice: its DISPLAY."""
    ours, its = os.pipe()
    command = [program, "-displayfd", str(its), "-screen", "0", "1024x1024x24", "-nolisten", "tcp"]
    with (
        open(ours) as number,
        subprocess.Popen(command, pass_fds=[its], stderr=subprocess.DEVNULL) as process,
    ):
        os.close(its)
        try:
            yield f":{number.readline().strip()}"
        finally:
            process.terminate()


@contextmanager
def opened() -> Iterator[WebDriver]:
    """A WebKit about as large as a phone."""
    driver, browser, screen = _found()
    options = Options()
    options.binary_location = browser
    options.add_argument("--automation")
    with _screen(screen) as display:
        # Its sandbox starts neither as root nor in a container; without a graphics card it draws by itself.
        env = os.environ | {
            "DISPLAY": display,
            "GDK_BACKEND": "x11",
            "NO_AT_BRIDGE": "1",
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
        }
        with warnings.catch_warnings():
            # Selenium warns of what it does itself while it connects.
            warnings.simplefilter("ignore", DeprecationWarning)
            webkit = WebDriver(options, Service(driver, env=env))
        try:
            webkit.set_window_size(*SIZE)
            yield webkit
        finally:
            webkit.quit()


@dataclass
class Finger:
    """Taps and reads as somebody would: only what is there, and after waiting for it."""

    webkit: WebDriver
    home: str

    def open(self, path: str) -> None:
        """Go to a page of the site."""
        self.webkit.get(self.home + path)

    def until(self, done: Callable[[], T], what: str) -> T:
        """Wait until something holds, and return it. Raises AssertionError with `what` it waited for."""
        wait = WebDriverWait(self.webkit, PATIENCE, ignored_exceptions=NOT_YET)
        try:
            return wait.until(lambda _: done())
        except TimeoutException:
            raise AssertionError(f"never came: {what}, at {self.webkit.current_url}") from None

    def find(self, selector: str) -> WebElement:
        """What a selector finds, once it is there."""
        return self.until(lambda: self.webkit.find_element("css selector", selector), selector)

    def tap(self, selector: str) -> None:
        """One tap on what a selector finds, once it is there, still, and nothing lies over it."""

        def tapped() -> bool:
            target = self.webkit.find_element("css selector", selector)
            # As a thumb would: from under the bar at the bottom into the middle of the screen.
            self.webkit.execute_script("arguments[0].scrollIntoView({block: 'center'})", target)
            target.click()
            return True

        self.until(tapped, f"{selector} to be tapped")

    def type(self, selector: str, text: str) -> None:
        """Type a text instead of what a field holds."""
        field = self.find(selector)
        self.until(field.is_displayed, f"{selector} to be seen")
        field.clear()
        field.send_keys(text)

    def ask(self, script: str, *arguments: object) -> Any:
        """The value of a script."""
        return self.webkit.execute_script(f"return {script}", *arguments)

    def reads(self, selector: str, text: str) -> None:
        """Wait until what a selector finds reads so; spaces and line breaks are all one."""

        def read() -> bool:
            return " ".join(self.webkit.find_element("css selector", selector).text.split()) == text

        self.until(read, f"{selector} to read {text!r}")
