import { useLoaderData } from "react-router";
import { inBrowser, onServer } from "../api/page-loader.ts";
import { type HomeMetaArgs, homeMeta } from "../home/home-meta.ts";
import { HomePage } from "../home/home-page.tsx";
import { type HomeData, loadHome } from "../home/load-home.ts";

export const loader = onServer(loadHome);
export const clientLoader = inBrowser(loadHome);
export const meta = (args: HomeMetaArgs) => homeMeta(args, "/");

export default function Home() {
  return <HomePage data={useLoaderData<HomeData>()} />;
}
