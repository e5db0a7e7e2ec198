import { useEffect, useRef, useState } from "react";
import { Dialog } from "./dialog.tsx";

/** The Barcode Detection API, which not every browser has (https://wicg.github.io/shape-detection-api/). */
interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
declare global {
  interface Window {
    BarcodeDetector?: new (options: { formats: string[] }) => BarcodeDetector;
  }
}

/** Milliseconds between two detections. */
const INTERVAL_MS = 200;

interface CameraScanProps {
  /** The title of the dialog with the camera's picture. */
  title: string;
  onCode: (code: string) => void;
}

/** A button that reads a barcode by the camera. Available only if the browser can detect barcodes. */
export function CameraScan({ title, onCode }: CameraScanProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (!window.BarcodeDetector) return null;
  return (
    <>
      <button type="button" className="button-quiet" onClick={() => setIsOpen(true)}>
        Scan
      </button>
      {isOpen && (
        <Dialog title={title} onClose={() => setIsOpen(false)}>
          <Camera
            Detector={window.BarcodeDetector}
            onCode={(code) => {
              setIsOpen(false);
              onCode(code);
            }}
          />
          <div className="mt-3 flex justify-end">
            <button type="button" className="button-quiet" onClick={() => setIsOpen(false)}>
              Close
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

interface CameraProps {
  Detector: NonNullable<Window["BarcodeDetector"]>;
  onCode: (code: string) => void;
}

/** Shows the camera's picture until it has a barcode. */
function Camera({ Detector, onCode }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const report = useRef(onCode);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isClosed = false;
    const detector = new Detector({ formats: ["code_128", "code_39", "ean_13", "itf", "qr_code"] });

    async function look(): Promise<void> {
      const [seen] = video.current ? await detector.detect(video.current).catch(() => []) : [];
      if (isClosed) return;
      if (seen) report.current(seen.rawValue);
      else timer = setTimeout(look, INTERVAL_MS);
    }
    async function start(): Promise<void> {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      } catch {
        setProblem("The camera can’t be used. Allow it in the browser’s settings, or type the number into the search.");
        return;
      }
      // The dialog was closed while the browser asked for permission.
      if (isClosed || !video.current) return stop();
      video.current.srcObject = stream;
      // Nothing is detected before it plays.
      void video.current.play().catch(() => {});
      await look();
    }
    function stop(): void {
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    void start();
    return () => {
      isClosed = true;
      clearTimeout(timer);
      stop();
    };
  }, [Detector]);
  return problem ? (
    <p role="alert">{problem}</p>
  ) : (
    <>
      <video
        ref={video}
        muted
        playsInline
        aria-label="What the camera sees"
        className="aspect-4/3 w-full bg-ink object-cover"
      />
      <p className="mt-2 text-bark">Point the camera at the barcode.</p>
    </>
  );
}
