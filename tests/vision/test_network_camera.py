"""A camera elsewhere on the network: read like any other; its password is told to nobody."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np
import pytest

from fingerpost.doctor.machine import camera_checks
from tabletop.network_address import is_network, told
from vision import CameraError, is_device, lasting_frames, open_camera

SHADE = 120
PICTURE = np.full((240, 320, 3), SHADE, np.uint8)


class Phone(BaseHTTPRequestHandler):
    """A phone's app: MJPEG as browsers show it."""

    ended = threading.Event()

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        chance = np.random.default_rng(1)
        try:
            while not self.ended.wait(0.02):
                noisy = np.asarray(PICTURE + chance.integers(0, 9, PICTURE.shape), np.uint8)
                jpeg = cv2.imencode(".jpg", noisy)[1].tobytes()
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                self.wfile.write(head.encode() + jpeg + b"\r\n")
        except OSError:
            return

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on the screen."""


@pytest.fixture
def phone() -> Iterator[str]:
    """Its address, with a user and a password."""
    Phone.ended.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Phone)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://anna:hush@127.0.0.1:{server.server_port}/video?pwd=hush"
    finally:
        Phone.ended.set()
        server.shutdown()
        server.server_close()


def test_given_a_phone_that_streams_when_opened_then_its_pictures_come(phone: str) -> None:
    assert is_device(phone)
    with open_camera(phone) as camera:
        frame = camera.newest()
    assert frame.size == (320, 240)
    assert abs(float(frame.image.mean()) - SHADE) < 15


def test_given_a_stream_that_ends_when_read_on_then_it_is_lost_in_words_without_its_password(
    phone: str,
) -> None:
    frames = lasting_frames(phone, fps=100, wait=lambda seconds: None)
    assert not isinstance(next(frames), CameraError)
    Phone.ended.set()
    lost = next(one for one in frames if isinstance(one, CameraError))
    frames.close()
    assert "127.0.0.1" in str(lost) and "hush" not in str(lost) and "anna" not in str(lost)


def test_given_nobody_at_an_address_when_opened_then_one_line_says_what_to_do_and_no_password() -> None:
    with pytest.raises(CameraError) as caught:
        open_camera("http://anna:hush@127.0.0.1:9/video?pwd=hush")
    assert str(caught.value) == (
        "camera http://127.0.0.1:9/video: cannot be opened; "
        "is it on, in this network, and are its address, user and password right?"
    )
    assert "hush" not in repr(caught.value.__context__)


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("rtsp://anna:hush@cam.local:554/live", "rtsp://cam.local:554/live"),
        ("HTTP://anna:hush@cam.local/a?user=anna&pwd=hush#hush", "http://cam.local/a"),
        ("https://[::1]:8080/a", "https://[::1]:8080/a"),
        ("rtsp://anna:hush@cam.local:port/live", "rtsp://?"),
        ("rtsp://anna:hu[sh@cam.local/live", "rtsp://cam.local/live"),
        ("rtsp://anna:hu/sh@cam.local/live", "rtsp://?"),
        ("/dev/video0", "/dev/video0"),
        ("ribbon", "ribbon"),
    ],
)
def test_given_a_cameras_name_then_people_are_told_no_user_and_no_password(name: str, left: str) -> None:
    assert told(name) == left
    assert is_network(name) == ("://" in name)


def test_given_a_network_camera_when_the_doctor_looks_then_it_is_no_file_that_is_missing() -> None:
    check = camera_checks("rtsp://anna:hush@cam.local/live", "")[0]
    assert "rtsp://cam.local/live" in str(check) and "hush" not in str(check)
