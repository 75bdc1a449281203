import { UnitList } from '../features/unit/web/UnitList.tsx'
import { dialogPart } from '../web/shell/form/withAntd.tsx'

const MergeDialog = dialogPart(() => import('../features/unit/merge/web/MergeDialog.tsx'))
const BatchTermsDrawer = dialogPart(() => import('../features/unit/trainType/web/BatchTermsDrawer.tsx'))

/** /unit-manage/list: the units, with their merge and their terms. */
export default function UnitListPage() {
  return <UnitList Merge={MergeDialog} BatchTerms={BatchTermsDrawer} />
}
