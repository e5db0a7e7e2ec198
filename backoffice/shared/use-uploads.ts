import { useLayoutEffect, useRef, useState } from "react";
import { RequestError } from "../api/client.ts";
import { type PictureUpload, upload } from "../api/upload.ts";

interface Upload {
  key: number;
  file: File;
  name: string;
  /** The share that was sent, from 0 to 1. */
  share: number;
  problem: RequestError | null;
}

let made = 0;

/**
 * Uploads pictures in parallel, each with its progress, without blocking the page.
 * @param onStored receives the path of each stored picture, unless the component is gone by then
 */
export function useUploads(onStored: (path: string) => void, endpoint: PictureUpload) {
  // The callback passed at the start lacks what was typed since. That of a removed entry would change another one.
  const latest = useRef<typeof onStored>(null);
  useLayoutEffect(() => {
    latest.current = onStored;
    return () => {
      latest.current = null;
    };
  }, [onStored]);
  const [list, setList] = useState<readonly Upload[]>([]);
  const change = (key: number, values: Partial<Upload>) =>
    setList((now) => now.map((one) => (one.key === key ? { ...one, ...values } : one)));
  const dismiss = (key: number) => setList((now) => now.filter((one) => one.key !== key));

  async function send(key: number, file: File): Promise<void> {
    try {
      const { path } = await upload(endpoint, file, (share) => change(key, { share }));
      dismiss(key);
      latest.current?.(path);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      change(key, { problem: error });
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
