import { useState } from 'react'
import { yuan } from '../../../contract/money.ts'
import { useCall } from '../../../web/client.ts'
import { date } from '../../../web/format.ts'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { LoadedSubject } from '../../../web/shell/form/LoadedSubject.tsx'
import { SubjectPage } from '../../../web/shell/form/SubjectPage.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { useIsProvider } from '../../unit/web/provider.ts'
import { type UnitClass, unitClassCalls } from '../../unitClass/contract.ts'
import { Obstacle } from '../../unitClass/web/Obstacle.tsx'
import { UnitPrice } from '../../unitClass/web/UnitPrice.tsx'
import { unitClassPaths } from '../../unitClass/web/paths.ts'
import { batchOrderCalls } from '../contract.ts'
import { ClassOrders } from './ClassOrders.tsx'
import { RosterBoard, type RosterCertificates } from './RosterBoard.tsx'
import { useBatchOrderWords } from './words.ts'

const UnitClassDrawer = dialogPart(() => import('../../unitClass/web/UnitClassDrawer.tsx'))

/** /train-manage/unit-class-detail: the people of a unit class with how far each has come, and its orders. */
export default function UnitClassDetailPage(parts: { Certificates?: RosterCertificates }) {
  const [{ id }] = useUrlState()
  const query = useCall(
    unitClassCalls.getUnitClassDetailAndList,
    { id: id!, limit: 1 },
    { enabled: id !== undefined, staleTime: 0 },
  )
  return (
    <LoadedSubject list={unitClassPaths.list} query={query} skeleton={<Skeleton lines={10} />}>
      {({ detail }) => <Detail key={detail.id} unitClass={detail} {...parts} />}
    </LoadedSubject>
  )
}

function Detail({ unitClass, ...parts }: { unitClass: UnitClass; Certificates?: RosterCertificates }) {
  const say = useBatchOrderWords()
  const navigate = useViewNavigate()
  const isProvider = useIsProvider()
  const mayAdd = useMay(unitClassCalls.addPeople)
  const mayOrder = useMay(batchOrderCalls.place)
  const [isEditing, setEditing] = useState(false)
  const { id, name, unitName, className, year, price, studyTo, classStudyTo, validDays, people } = unitClass
  const end = studyTo ?? classStudyTo
  return (
    <>
      <SubjectPage
        name={name}
        tags={<Obstacle {...unitClass} />}
        line={`${unitName} · ${className} · ${year}`}
        facts={[
          {
            label: say('price'),
            value: (
              <UnitPrice unitClass={unitClass}>{price === 0 ? say('sumFree') : `¥${yuan(price)}`}</UnitPrice>
            ),
          },
          {
            label: say('studyUntil'),
            value: [
              end ? date(end) : validDays ? '' : say('noEnd'),
              validDays ? say('access', { days: validDays }) : '',
            ]
              .filter(Boolean)
              .join(' · '),
          },
          { label: say('who'), value: say('headsOf', { count: people }) },
        ]}
        actions={[
          mayOrder &&
            unitClass.obstacle === null && {
              key: 'order',
              primary: true,
              label: say('order'),
              onClick: () => navigate(unitClassPaths.order(id)),
            },
          mayAdd && {
            key: 'addPeople',
            label: say('addPeople'),
            onClick: () => navigate(unitClassPaths.people(id)),
          },
          unitClass.editable && { key: 'edit', label: say('edit'), onClick: () => setEditing(true) },
        ]}
        tabs={[
          { key: 'board', label: say('board'), children: <RosterBoard unitClassId={id} {...parts} /> },
          {
            key: 'orders',
            label: say('orders'),
            count: { call: batchOrderCalls.queryBatchOrderListByUnitClassId, input: { unitClassId: id } },
            children: <ClassOrders unitClassId={id} />,
          },
        ]}
      />
      {isEditing && (
        <UnitClassDrawer
          opened={{ classId: unitClass.classId, className, price, known: unitClass }}
          isProvider={isProvider}
          onSaved={() => setEditing(false)}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  )
}
