import { expect, test } from "vitest";
import { readSettlementFile } from "./settlement-file.ts";

test("reads the dashboard's reconciliation report with all its columns", () => {
  const header =
    "entity_id,type,debit,credit,amount,currency,fee,tax,on_hold,settled,created_at,settled_at,settlement_id,description,notes,payment_id,arn,settlement_utr,order_id,order_receipt,method,upi_flow,card_network,card_issuer,card_type,dispute_id,additional_utr";
  const payment =
    "pay_QY1a,payment,0,1415.78,1450,INR,34.22,5.22,0,1,24/11/2026 18:05:11,26/11/2026,setl_QZ7b,,{},,,AXISN00412,order_QX9c,KW-7Q4M-2XKD,upi,collect,,,,,";
  const refund =
    "rfnd_QY2d,refund,450,0,450,INR,0,0,0,1,25/11/2026 09:12:40,26-11-2026,setl_QZ7b,,{},pay_QW3e,,AXISN00412,order_QW8f,KW-3H8P-9ZTA,card,,Visa,HDFC,credit,,";
  const onHold = "pay_QY4g,payment,0,980,1000,INR,20,3.05,1,0,26/11/2026 10:00:00,,,,{},,,,order_QX5h,,card,,,,,,";

  const rows = [header, payment, refund, onHold].map((line, at) => ({ row: at + 1, cells: line.split(",") }));

  const settled = { settlementId: "setl_QZ7b", utr: "AXISN00412", providerDisputeId: null };
  const day = new Date("2026-11-26T00:00:00+05:30");
  expect(readSettlementFile(rows)).toEqual({
    items: [
      {
        ...settled,
        id: "pay_QY1a",
        kind: "payment",
        providerPaymentId: null,
        amountPaise: 145_000,
        creditPaise: 141_578,
        debitPaise: 0,
        feePaise: 3422,
        taxPaise: 522,
        settledAt: day,
        receipt: "KW-7Q4M-2XKD",
      },
      {
        ...settled,
        id: "rfnd_QY2d",
        kind: "refund",
        providerPaymentId: "pay_QW3e",
        amountPaise: 45_000,
        creditPaise: 0,
        debitPaise: 45_000,
        feePaise: 0,
        taxPaise: 0,
        settledAt: day,
        receipt: "KW-3H8P-9ZTA",
      },
    ],
  });
});
