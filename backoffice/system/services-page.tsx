import { useLoaderData } from "react-router";
import { call } from "../api/client.ts";
import { SERVICE_NAMES, ServiceTest } from "../setup/service-test.tsx";
import { load } from "../shared/load.ts";
import { SystemFrame } from "./system-frame.tsx";

export const clientLoader = ({ request }: { request: Request }) => load(request, () => call("listServices", {}));

export default function ServicesPage() {
  const services = useLoaderData<typeof clientLoader>();
  return (
    <SystemFrame
      current="Services"
      about="What the shop depends on. A test takes ten seconds at most; its result stays here."
    >
      <ul className="grid gap-3 md:grid-cols-2">
        {services.map((state) => (
          <li key={state.service} className="panel p-4">
            <h2>{SERVICE_NAMES[state.service]}</h2>
            <ServiceTest state={state} />
          </li>
        ))}
      </ul>
    </SystemFrame>
  );
}
