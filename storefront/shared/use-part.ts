import { type ComponentType, useCallback, useState } from "react";

/**
 * A part of the page whose code is loaded for its first use.
 * @param load is the same at every call
 * @returns the component, null until it is loaded; and the function that loads it, which tells whether it could, and tries again after an error
 */
export function usePart<Props>(
  load: () => Promise<ComponentType<Props>>,
): [Part: ComponentType<Props> | null, prepare: () => Promise<boolean>] {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const prepare = useCallback(
    () =>
      load().then(
        (loaded) => {
          setPart(() => loaded);
          return true;
        },
        () => false,
      ),
    [load],
  );
  return [Part, prepare];
}
