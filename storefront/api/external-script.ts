const loading = new Map<string, Promise<unknown>>();

const TIMEOUT_MS = 30_000;

/**
 * Loads a third party's script once. After an error the next call tries again.
 * @param find returns the interface that the script defines, once it is loaded
 */
export function loadExternalScript<T>(address: string, find: () => T | undefined): Promise<T> {
  const started = loading.get(address) ?? load(address, find);
  loading.set(address, started);
  return started as Promise<T>;
}

async function load<T>(address: string, find: () => T | undefined): Promise<T> {
  const script = document.createElement("script");
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`${address} did not come in time`)), TIMEOUT_MS);
      script.src = address;
      script.async = true;
      script.onload = () => {
        const brought = find();
        if (brought) resolve(brought);
        else reject(new Error(`${address} came without its interface`));
      };
      script.onerror = () => reject(new Error(`${address} did not come`));
      document.head.append(script);
    });
  } catch (error) {
    loading.delete(address);
    script.remove();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
