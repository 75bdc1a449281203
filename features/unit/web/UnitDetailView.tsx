import Alert from 'antd/es/alert'
import { type ComponentType, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { CopyText } from '../../../web/shell/control/CopyText.tsx'
import { LoadedSubject } from '../../../web/shell/form/LoadedSubject.tsx'
import { SubjectPage } from '../../../web/shell/form/SubjectPage.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { unitCalls, type UnitDetail } from '../contract.ts'
import { detailOf } from '../rules.ts'
import { useIsProvider } from './provider.ts'
import { RegisterFields } from './RegisterFields.tsx'
import './Unit.css'
import { type MergeDialog, useUnitActions } from './unitActions.ts'
import { UnitFacts } from './UnitFacts.tsx'
import { UnitPeople } from './UnitPeople.tsx'
import { UnitStatusTag } from './UnitStatusTag.tsx'
import { useUnitWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'

const UnitDrawer = dialogPart(() => import('./UnitDrawer.tsx'))

const list = '/unit-manage/list'

/** Parts of the product above units that show something of a unit, or do something to it. */
interface UnitSections {
  Managers: ComponentType<{ unitId: string; unitName: string }>
  Log: ComponentType<{ subjectKind: string; subjectId: string }>
  /** Brings learners of the unit in. */
  Import: ComponentType<{ unitId: string }>
  Terms: ComponentType<{ unitId: string; isProvider: boolean }>
  Merge: MergeDialog
}

/**
 * /unit-manage/detail: one unit with its people, managers, terms, register form and log; by an old id its successor.
 */
export function UnitDetailView(sections: UnitSections) {
  const [{ id }] = useUrlState()
  const query = useCall(unitCalls.getUnitDetail, { unitId: id! }, { enabled: id !== undefined, staleTime: 0 })
  return (
    <LoadedSubject list={list} query={query} skeleton={<Skeleton lines={10} />}>
      {(unit) => <KnownUnit key={unit.id} unit={unit} {...sections} />}
    </LoadedSubject>
  )
}

function KnownUnit({ unit, Managers, Log, Import, Terms, Merge }: { unit: UnitDetail } & UnitSections) {
  const say = useUnitWords()
  const navigate = useViewNavigate()
  const isProvider = useIsProvider()
  const mayLog = useMay('/account-manage/operation-log')
  const [isWriting, setWriting] = useState(false)
  const [isMerging, setMerging] = useState(false)
  const actionsFor = useUnitActions({
    isProvider,
    onMerge: () => setMerging(true),
    onRemoved: () => navigate(list),
  })
  const { id, name } = unit
  const copied = (text: string | null, label: string) => text && <CopyText text={text} name={label} />
  return (
    <>
      <SubjectPage
        name={name}
        tags={<UnitStatusTag status={unit.status} closed={unit.closed} />}
        line={
          <>
            {unit.above.map((step) => (
              <span key={step.id}>
                <Link to={detailOf(step.id)}>{step.name}</Link>
                {' / '}
              </span>
            ))}
            {say('levelOf', { level: unit.level })}
          </>
        }
        facts={[
          { label: say('creditCode'), value: copied(unit.creditCode, say('creditCode')) },
          { label: say('contact'), value: unit.contact },
          { label: say('phone'), value: copied(unit.phone, say('phone')) },
        ]}
        actions={[
          { key: 'modify', label: say('modify'), primary: true, onClick: () => setWriting(true) },
          ...actionsFor(unit),
        ]}
        notice={
          unit.askedFor && (
            <Alert
              type="info"
              showIcon
              title={say('askedFor', { old: unit.askedFor })}
              style={{ marginBottom: 12 }}
            />
          )
        }
        tabs={[
          { key: 'facts', label: say('basicInformation'), children: <UnitFacts unit={unit} /> },
          {
            key: 'people',
            label: say('peopleTab'),
            children: (
              <UnitPeople unit={unit}>
                <Suspense fallback={null}>
                  <Import unitId={id} />
                </Suspense>
              </UnitPeople>
            ),
          },
          {
            key: 'managers',
            label: say('managers'),
            count: unit.managers,
            children: <Managers unitId={id} unitName={name} />,
          },
          {
            key: 'terms',
            label: say('termsTab'),
            keeps: true,
            children: <Terms unitId={id} isProvider={isProvider} />,
          },
          {
            key: 'register',
            label: say('registerTab'),
            keeps: true,
            children: <RegisterFields unitId={id} />,
          },
          ...(mayLog
            ? [{ key: 'log', label: say('logTab'), children: <Log subjectKind="unit" subjectId={id} /> }]
            : []),
        ]}
      />
      {isWriting && (
        <UnitDrawer written={{ unitId: id }} isProvider={isProvider} onClose={() => setWriting(false)} />
      )}
      {isMerging && (
        <Merge from={unit} onClose={() => setMerging(false)} onMerged={(toId) => navigate(detailOf(toId))} />
      )}
    </>
  )
}
