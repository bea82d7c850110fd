/** The part of the Barcode Detection API used here; TypeScript has no types for it yet. */
interface BarcodeReader {
  detect(source: CanvasImageSource): Promise<readonly { readonly rawValue: string }[]>;
}

type BarcodeReaderClass = new (options: { readonly formats: readonly string[] }) => BarcodeReader;

const BETWEEN_LOOKS_MS = 200;

function readerClass(): BarcodeReaderClass | undefined {
  return (globalThis as { BarcodeDetector?: BarcodeReaderClass }).BarcodeDetector;
}

/** Whether the browser has camera access and detects QR codes natively. */
export function readsQrCodes(): boolean {
  return readerClass() !== undefined && 'mediaDevices' in navigator;
}

/**
 * Shows the rear camera's picture and reports each QR code in it.
 * @returns a function that releases the camera
 * @throws the browser's error if there is no camera or it is not permitted
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
    // Skip unreadable frames; the next one follows shortly.
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
