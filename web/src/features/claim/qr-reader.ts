/** What this project uses of the Barcode Detection API, which TypeScript does not know yet. */
interface BarcodeReader {
  detect(source: CanvasImageSource): Promise<readonly { readonly rawValue: string }[]>;
}

type BarcodeReaderClass = new (options: { readonly formats: readonly string[] }) => BarcodeReader;

const BETWEEN_LOOKS_MS = 200;

function readerClass(): BarcodeReaderClass | undefined {
  return (globalThis as { BarcodeDetector?: BarcodeReaderClass }).BarcodeDetector;
}

/** Whether this browser has a camera to ask for, and reads what it sees by itself. */
export function readsQrCodes(): boolean {
  return readerClass() !== undefined && 'mediaDevices' in navigator;
}

/**
 * Shows what the camera behind the phone sees, and tells each QR code in it.
 * @returns how to let go of the camera
 * @throws what the browser says when there is no camera, or it may not be used
 */
export async function watchQrCodes(video: HTMLVideoElement, onCode: (text: string) => void): Promise<() => void> {
  const Reader = readerClass();
  if (Reader === undefined) throw new Error('this browser reads no codes');
  const reader = new Reader({ formats: ['qr_code'] });
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watching = true;
  const stop = () => {
    watching = false;
    clearTimeout(timer);
    for (const track of stream.getTracks()) track.stop();
  };
  const look = async () => {
    // A frame that cannot be read is no reason to give up: the next one comes at once.
    const codes = await reader.detect(video).catch(() => []);
    for (const { rawValue } of codes) if (watching) onCode(rawValue);
    if (watching) timer = setTimeout(() => void look(), BETWEEN_LOOKS_MS);
  };
  video.srcObject = stream;
  try {
    await video.play();
  } catch (error) {
    stop();
    throw error;
  }
  void look();
  return stop;
}
