"""What the kernel says of USB is told with what to do."""

from __future__ import annotations

from tenbo.app.usb_kernel_log import check_usb, read_kernel_log

SAID = (
    "6,812,5,-;usb 1-1.3: new full-speed USB device number 33 using xhci_hcd",
    "3,901,6,-;xhci_hcd 0000:01:00.0: Max number of devices this xHCI host supports is 32.",
    "3,902,6,-;usb 1-1.4-port2: couldn't allocate usb_device",
    "3,903,7,-;usb 1-1.2: device not accepting address 12, error -71",
    "3,904,7,-;usb 1-1.2: device not accepting address 13, error -71",
    "3,905,7,-;xhci_hcd 0000:00:14.0: Not enough host controller resources for new device state.",
)


def test_each_trouble_is_said_once_with_its_remedy(tmp_path):
    log = tmp_path / "kmsg"
    log.write_text("\n".join(SAID))
    texts = [text for fine, text in check_usb(read_kernel_log(log)) if not fine]
    assert len(texts) == 3
    assert "no more than 32 devices" in texts[0]
    assert "the device at USB 1-1.2 did not answer" in texts[1]
    assert "no room for another device" in texts[2]


def test_a_log_that_is_not_there_says_nothing(tmp_path):
    assert list(check_usb(read_kernel_log(tmp_path / "none"))) == []
