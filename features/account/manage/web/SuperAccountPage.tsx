import { AccountTable } from './AccountTable.tsx'

/** /super-account/index: every account of the project with its sign-ins and its lock, learners’ and units’ as well. */
export default function SuperAccountPage() {
  return <AccountTable everyone />
}
