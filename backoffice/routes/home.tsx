import { redirect } from "react-router";

/** The orders are where the day begins. */
export function clientLoader() {
  return redirect("/orders");
}

export default function Home() {
  return null;
}
