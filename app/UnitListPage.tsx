import { MergeModal } from '../features/unit/merge/web/MergeModal.tsx'
import { BatchTermsDrawer } from '../features/unit/trainType/web/BatchTermsDrawer.tsx'
import { UnitList } from '../features/unit/web/UnitList.tsx'

/** /unit-manage/list: the units, with their merge and their terms. */
export default function UnitListPage() {
  return <UnitList Merge={MergeModal} BatchTerms={BatchTermsDrawer} />
}
