import { useEffect, useRef } from "react";

/** Whether the part of the page is still there: for what follows an answer that may come late. */
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
