import { TrainTypeTable } from '../features/unit/trainType/web/TrainTypeTable.tsx'
import { UnitDetailView } from '../features/unit/web/UnitDetailView.tsx'
import { lazyPart } from '../web/lazyPart.tsx'
import { dialogPart } from '../web/shell/form/withAntd.tsx'

const MergeDialog = dialogPart(() => import('../features/unit/merge/web/MergeDialog.tsx'))

const UnitManagers = lazyPart(async () => ({
  default: (await import('../features/account/unitManager/web/UnitManagers.tsx')).UnitManagers,
}))
const SubjectLog = lazyPart(async () => ({
  default: (await import('../features/operationLog/web/SubjectLog.tsx')).SubjectLog,
}))

const RosterImportButton = lazyPart(async () => ({
  default: (await import('../features/student/import/web/RosterImportButton.tsx')).RosterImportButton,
}))

const JoinImported = lazyPart(async () => ({
  default: (await import('../features/learner/web/JoinImported.tsx')).JoinImported,
}))

const UnitImport = ({ unitId }: { unitId: string }) => (
  <RosterImportButton unitId={unitId} fixed Next={JoinImported} />
)

/** /unit-manage/detail: a unit with its managers, terms, merge, the import of its learners, and its log. */
export default function UnitPage() {
  return (
    <UnitDetailView
      Managers={UnitManagers}
      Log={SubjectLog}
      Import={UnitImport}
      Terms={TrainTypeTable}
      Merge={MergeDialog}
    />
  )
}
