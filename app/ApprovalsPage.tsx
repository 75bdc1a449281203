import { ApprovalTable } from '../features/approval/web/ApprovalTable.tsx'
import { PaymentEvidence } from '../features/receipt/web/PaymentEvidence.tsx'
import { RefundEvidence } from '../features/refund/web/RefundEvidence.tsx'

/** Evidence an approver compares, by the kinds of approval that have some. */
const evidence = { receipt: PaymentEvidence, refund: RefundEvidence }

/** /customer/approvals: what takes a second person, with what that person compares. */
export default function ApprovalsPage() {
  return <ApprovalTable evidence={evidence} />
}
