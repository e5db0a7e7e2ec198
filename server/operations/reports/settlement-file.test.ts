import { expect, it, test } from "vitest";
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

/** Reads a report of two settled items and more lines, written with `|` between the cells. */
function problemsWith(...lines: string[]) {
  const report = [
    "entity_id|type|amount|debit|credit|fee|tax|settlement_id|settled_at|settlement_utr",
    "pay_1|payment|1,450.00|0|1,415.78|34.22|5.22|setl_1|26/11/2026|AXISN1",
    "rfnd_2|refund|450|450|0|0|0|setl_1|26/11/2026|AXISN1",
    ...lines,
  ];
  const read = readSettlementFile(report.map((line, at) => ({ row: at + 1, cells: line.split("|") })));
  return "problems" in read ? read.problems : read.items.length;
}

it.each(["Total||1,900.00|450|1,415.78|34.22|5.22|||", "Grand total||₹1,900|||||||", "pay_3|payment|99|0|97|2|0.3|||"])(
  "neither a total nor what is not settled yet is an item: %s",
  (line) => {
    expect(problemsWith(line)).toBe(2);
  },
);

it.each([
  [
    "Total||1,900.00|450|1,451.78|||||",
    "the total of credit, 1,451.78, is not the sum of the settled items above, ₹1,415.78",
  ],
  [
    "pay_3|payment|447,00|0|97|2|0.3|setl_1|26/11/2026|AXISN1",
    'amount "447,00" has a comma before its paise; please write 447.00',
  ],
  ["pay_3|payment|99||97||0.3|setl_1|26/11/2026|AXISN1", 'fee "" is not an amount in rupees such as 749 or 749.50'],
  ["rfnd_3|refund|99|||||setl_1|26/11/2026|AXISN1", 'debit "" is not an amount in rupees such as 749 or 749.50'],
  ["pay_3|payment|99|0|97|2|0.3||26/11/2026|AXISN1", '"" is no settlement_id'],
  ["pay_3|payment|99|0|97|2|0.3|setl_1|26/11/2026|AXISN1|9", "has 11 cells, the headings are 10"],
  ["pay_1|payment|1,450.00|0|1,415.78|34.22|5.22|setl_1|26/11/2026|AXISN1", "pay_1 is in setl_1 already"],
])("a wrong row is a problem: %s", (line, message) => {
  expect(problemsWith(line)).toEqual([{ row: 4, message }]);
});
