import { ApprovalTable } from '../features/approval/web/ApprovalTable.tsx'
import { PaymentEvidence } from '../features/receipt/web/PaymentEvidence.tsx'

/** What an approver compares, of the kinds that have such a thing. */
const evidence = { receipt: PaymentEvidence }

/** /customer/approvals: what takes a second person, with what that person compares. */
export default function ApprovalsPage() {
  return <ApprovalTable evidence={evidence} />
}
