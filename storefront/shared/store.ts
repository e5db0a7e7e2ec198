import { useSyncExternalStore } from "react";

/** A value shared by several components, outside React's tree. On the server it is `initial`. */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  subscribe(hear: () => void): () => void;
  initial: T;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    initial,
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const hear of listeners) hear();
    },
    subscribe(hear) {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, () => store.initial);
}
