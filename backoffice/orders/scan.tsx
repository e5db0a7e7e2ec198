import { useNavigate } from "react-router";
import { call } from "../api/client.ts";
import { CameraScan } from "../shared/camera-scan.tsx";

/** Opens the order whose packing slip or AWB the camera sees. */
export function Scan() {
  const navigate = useNavigate();
  async function open(code: string): Promise<void> {
    // An unknown code leads to a search without results.
    const found = await call("listAllOrders", { query: { q: code } }).catch(() => null);
    const [order] = found?.orders ?? [];
    await navigate(
      order && found?.orders.length === 1 ? `/orders/${order.number}` : `?${new URLSearchParams({ q: code })}`,
    );
  }
  return <CameraScan title="Scan a packing slip or an AWB" onCode={(code) => void open(code)} />;
}
