import { redirect } from "react-router";

/** A category page without a slug is the home page. */
export const loader = () => redirect("/", 301);
export const clientLoader = () => redirect("/");
