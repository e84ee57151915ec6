from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import CameraError, Frame, FrameError, frames_of, load_frame, open_camera
from vision.pictures import decode_frame


def _jpeg(width: int = 320, height: int = 240) -> bytes:
    noise = np.random.default_rng(1).integers(0, 255, (height, width, 3)).astype(np.uint8)
    return bytes(cv2.imencode(".jpg", noise)[1])


def _png(width: int, height: int) -> bytes:
    return bytes(cv2.imencode(".png", np.zeros((height, width, 3), np.uint8))[1])


def test_given_a_whole_picture_when_decoded_then_a_frame_of_its_size() -> None:
    assert decode_frame(_jpeg(), source="a.jpg", number=3).size == (320, 240)


def test_given_a_grey_picture_when_decoded_then_three_channels() -> None:
    grey = bytes(cv2.imencode(".png", np.full((200, 300), 90, np.uint8))[1])
    assert decode_frame(grey, source="g.png").image.shape == (200, 300, 3)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "empty file"),
        (b"hello, this is text", "no picture"),
        (_jpeg()[:5000], "cut off"),
        (_png(400, 300)[:-20], "cut off"),
        (_png(60, 40), "60 x 40 pixels"),
        (_jpeg()[:3] + b"\xff\xd9", "no picture"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\x01\0\0\0\x01\0\0\x08\2\0\0\0IEND", "65536 x 65536"),
    ],
)
def test_given_a_broken_picture_when_decoded_then_one_line_names_it(content: bytes, complaint: str) -> None:
    with pytest.raises(FrameError, match=complaint) as trouble:
        decode_frame(content, source="shot.jpg")
    assert str(trouble.value).startswith("shot.jpg: ")
    assert "\n" not in str(trouble.value)


def test_given_no_such_file_or_a_folder_when_loaded_then_one_line(tmp_path: Path) -> None:
    with pytest.raises(FrameError, match=r"none\.jpg: cannot be read"):
        load_frame(tmp_path / "none.jpg")
    with pytest.raises(FrameError, match="is a folder"):
        load_frame(tmp_path)


def test_given_an_array_that_is_no_picture_when_framed_then_refused() -> None:
    with pytest.raises(FrameError, match="height x width x 3"):
        Frame(np.zeros((300, 300), np.uint8), 0.0, 0)


def test_given_a_folder_when_its_frames_are_asked_then_in_order_of_names_and_stamped(tmp_path: Path) -> None:
    for name in ("b.jpg", "a.jpg", "c.jpg"):
        (tmp_path / name).write_bytes(_jpeg())
    (tmp_path / "notes.txt").write_text("not a picture")
    frames = list(frames_of([str(tmp_path)], fps=5.0))
    assert [(frame.number, frame.at) for frame in frames] == [(0, 0.0), (1, 0.2), (2, 0.4)]


def test_given_a_video_when_its_frames_are_asked_then_all_come(tmp_path: Path) -> None:
    path = tmp_path / "short.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (320, 240))
    for shade in (0, 80, 160):
        writer.write(np.full((240, 320, 3), shade, np.uint8))
    writer.release()
    frames = list(frames_of([str(path)], fps=10.0))
    assert [frame.number for frame in frames] == [0, 1, 2]
    assert frames[2].image.mean() == pytest.approx(160, abs=4)


@pytest.mark.parametrize(
    ("paths", "complaint"),
    [
        ([], "no pictures given"),
        (["/dev/video63"], "camera /dev/video63: cannot be opened; it is not there"),
        (["/dev/null"], "camera /dev/null: cannot be opened; end what else uses it"),
        (["63"], "camera /dev/video63: cannot be opened"),
        (["ribbon:x"], "no such name"),
        (["."], "a folder without pictures"),
    ],
)
def test_given_nothing_that_gives_frames_when_asked_then_one_camera_error(
    paths: list[str], complaint: str, tmp_path: Path
) -> None:
    with pytest.raises(CameraError, match=complaint):
        list(frames_of([str(tmp_path) if name == "." else name for name in paths]))


def test_given_a_text_file_as_video_when_opened_then_one_camera_error(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    path.write_text("no film")
    with pytest.raises(CameraError, match="cannot be opened"):
        list(frames_of([str(path)]))


def test_given_a_device_without_the_right_to_it_when_opened_then_the_group_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(CameraError, match="group video"):
        open_camera("/dev/null")


def test_given_a_film_that_is_cut_off_when_opened_then_nothing_but_our_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(b"\x00\x00\x00\x18ftypmp42" + bytes(400))
    with pytest.raises(CameraError, match="give a video or picture file"):
        list(frames_of([str(path)]))
    assert capfd.readouterr().err == ""
