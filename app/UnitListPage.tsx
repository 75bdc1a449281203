import { MergeDialog } from '../features/unit/merge/web/MergeDialog.tsx'
import { BatchTermsDrawer } from '../features/unit/trainType/web/BatchTermsDrawer.tsx'
import { UnitList } from '../features/unit/web/UnitList.tsx'

/** /unit-manage/list: the units, with their merge and their terms. */
export default function UnitListPage() {
  return <UnitList Merge={MergeDialog} BatchTerms={BatchTermsDrawer} />
}
