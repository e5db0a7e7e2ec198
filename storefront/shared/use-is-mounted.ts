import { useEffect, useRef } from "react";

/** Returns whether the component is still mounted, to check after an `await`. */
export function useIsMounted() {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
