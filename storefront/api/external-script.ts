const loading = new Map<string, Promise<unknown>>();

/** Longer than this nobody waits for a button or a window. */
const TIMEOUT_MS = 30_000;

/**
 * Loads the script of a service outside of the shop, once, on the screens that need it and no others. After a failure the next call tries
 * again.
 * @param find gives what the script brings, once it is there
 */
export function loadExternalScript<T>(address: string, find: () => T | undefined): Promise<T> {
  const begun = loading.get(address) ?? load(address, find);
  loading.set(address, begun);
  return begun as Promise<T>;
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
