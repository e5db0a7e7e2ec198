import { ChatIcon } from "./icons.tsx";
import { useShop } from "./shop-context.ts";

/** Opens a chat with the shop. */
export function WhatsAppLink({ className = "" }: { className?: string }) {
  const { whatsapp } = useShop();
  return (
    <a
      href={`https://wa.me/${whatsapp.replace(/\D/g, "")}`}
      rel="noopener"
      className={`standalone-link gap-2 text-small ${className}`}
    >
      <ChatIcon width="18" height="18" className="shrink-0" />
      <span className="inline-block">WhatsApp {whatsapp}</span>
    </a>
  );
}
