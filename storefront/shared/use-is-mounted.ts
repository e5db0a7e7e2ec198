import { useEffect, useRef } from "react";

/** A ref that is true until the component unmounts. Check it after an `await`. */
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
