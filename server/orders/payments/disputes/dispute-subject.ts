/** Identifies a dispute in the audit log. */
export const disputeSubject = (id: number) => ({ type: "dispute" as const, id: String(id) });
