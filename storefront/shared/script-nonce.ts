import { createContext } from "react";

/** Marks the page's own inline scripts while the server renders; undefined in the browser. */
export const ScriptNonce = createContext<string | undefined>(undefined);
