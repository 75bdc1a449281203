import { lazy } from 'react'
import { UnitDetailView } from '../features/unit/web/UnitDetailView.tsx'

const UnitManagers = lazy(async () => ({
  default: (await import('../features/account/unitManager/web/UnitManagers.tsx')).UnitManagers,
}))
const SubjectLog = lazy(async () => ({
  default: (await import('../features/operationLog/web/SubjectLog.tsx')).SubjectLog,
}))

/** /unit-manage/detail: a unit with its managers and what the log keeps of it. */
export default function UnitPage() {
  return <UnitDetailView Managers={UnitManagers} Log={SubjectLog} />
}
