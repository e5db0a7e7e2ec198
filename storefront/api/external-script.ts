const loading = new Map<string, Promise<unknown>>();

const TIMEOUT_MS = 30_000;

/**
 * Loads a third party's script once. After an error the next call tries again.
 * @param find returns the interface that the script defines, once it is loaded
 */
export function loadExternalScript<T>(url: string, find: () => T | undefined): Promise<T> {
  const started = loading.get(url) ?? load(url, find);
  loading.set(url, started);
  return started as Promise<T>;
}

async function load<T>(url: string, find: () => T | undefined): Promise<T> {
  const script = document.createElement("script");
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`${url} did not load in time`)), TIMEOUT_MS);
      script.src = url;
      script.async = true;
      script.onload = () => {
        const found = find();
        if (found) resolve(found);
        else reject(new Error(`${url} loaded without its interface`));
      };
      script.onerror = () => reject(new Error(`${url} failed to load`));
      document.head.append(script);
    });
  } catch (error) {
    loading.delete(url);
    script.remove();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
