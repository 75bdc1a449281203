import { type ComponentProps, Suspense } from 'react'
import DetailPage from '../features/batchOrder/web/UnitClassDetailPage.tsx'
import { lazyPart } from '../web/lazyPart.tsx'

const LateCertificates = lazyPart(() =>
  import('../features/learner/web/RosterCertificates.tsx').then((part) => ({
    default: part.RosterCertificates,
  })),
)

const RosterCertificates = (props: ComponentProps<typeof LateCertificates>) => (
  <Suspense>
    <LateCertificates {...props} />
  </Suspense>
)

/** /train-manage/unit-class-detail: a unit class with its people and orders, and the certificates of all. */
export default function UnitClassDetailPage() {
  return <DetailPage Certificates={RosterCertificates} />
}
