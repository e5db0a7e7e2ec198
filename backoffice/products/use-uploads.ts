import { useRef, useState } from "react";
import { RequestError } from "../api/client.ts";
import { type PictureUpload, upload } from "../api/upload.ts";

interface Upload {
  key: number;
  file: File;
  name: string;
  /** Sent, from 0 to 1. */
  share: number;
  problem: string | null;
}

let made = 0;

/**
 * Uploads pictures side by side, each with its progress; nothing waits for them.
 * @param onStored receives the path of each that is stored
 */
export function useUploads(onStored: (path: string) => void, endpoint: PictureUpload = "uploadProductPicture") {
  // What is typed while a picture uploads is not in the callback that was passed when it began.
  const latest = useRef(onStored);
  latest.current = onStored;
  const [list, setList] = useState<readonly Upload[]>([]);
  const change = (key: number, values: Partial<Upload>) =>
    setList((now) => now.map((one) => (one.key === key ? { ...one, ...values } : one)));
  const dismiss = (key: number) => setList((now) => now.filter((one) => one.key !== key));

  async function send(key: number, file: File): Promise<void> {
    try {
      const { path } = await upload(endpoint, file, (share) => change(key, { share }));
      dismiss(key);
      latest.current(path);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      change(key, { problem: error.message });
    }
  }
  return {
    list,
    dismiss,
    add: (files: readonly File[]) => {
      for (const file of files) {
        made += 1;
        const key = made;
        setList((now) => [...now, { key, file, name: file.name, share: 0, problem: null }]);
        void send(key, file);
      }
    },
    retry: (key: number) => {
      const again = list.find((one) => one.key === key);
      if (!again) return;
      change(key, { share: 0, problem: null });
      void send(key, again.file);
    },
  };
}
