import { useState } from 'react'
import type { Bilingual } from '../../../../contract/refusal.ts'
import { useAction, useCall } from '../../../../web/client.ts'
import { Empty, Loaded, Skeleton } from '../../../../web/kit/Loaded.tsx'
import { notify } from '../../../../web/notice.ts'
import { Tag } from '../../../../web/shell/control/Tag.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { type RowAction, RowActions } from '../../../../web/shell/control/RowActions.tsx'
import { RowList } from '../../../../web/shell/list/RowList.tsx'
import { useBilingual } from '../../../../web/words.ts'
import { useProposed } from '../../../approval/web/useProposed.ts'
import { useClassTypeName } from '../../../classType/web/classType.ts'
import { trainTypeCalls, type UnitTrainType } from '../contract.ts'
import { openNames, paymentModeNames, sayCategories, sayPeriod, sayPrice } from '../rules.ts'
import { TermsDrawer } from './TermsDrawer.tsx'
import { useTermsWords } from './words.ts'

/** A unit's effective terms, a row per class type, with the unit they come from. */
export function TrainTypeTable({ unitId, isProvider }: { unitId: string; isProvider: boolean }) {
  const say = useTermsWords()
  const pick = useBilingual()
  const nameOf = useClassTypeName()
  const proposed = useProposed()
  const mayChange = useMay(trainTypeCalls.updateUnitTrainType) && isProvider
  const [edited, setEdited] = useState<UnitTrainType | null>(null)
  const query = useCall(trainTypeCalls.findPageList, { unitId, limit: 50 }, { keep: true, staleTime: 0 })
  const update = useAction(trainTypeCalls.updateUnitTrainType, {
    onDone: (proposal) => (proposal ? proposed() : notify('success', say('inherited'))),
  })

  const inWords = ({ zh, en }: Bilingual) => pick(zh, en)
  const sourceOf = (row: UnitTrainType) =>
    row.fromId === unitId
      ? say('own')
      : row.fromName
        ? say('fromUnit', { name: row.fromName })
        : say('portal')
  const actions = (row: UnitTrainType): RowAction[] => [
    { key: 'edit', opens: true, label: say('modify'), onClick: () => setEdited(row) },
    ...(row.fromId === unitId
      ? [
          {
            key: 'inherit',
            label: say('inherit'),
            confirm: {
              title: say('inheritConfirm', { type: nameOf(row.classType) }),
              text: say('inheritText'),
            },
            onClick: () => update.mutate({ unitId, classType: row.classType, terms: null }),
          },
        ]
      : []),
  ]

  return (
    <>
      <p className="unit-hint k-caption">{say('hint')}</p>
      <Loaded query={query} skeleton={<Skeleton lines={6} />}>
        {({ list }) => (
          <RowList<UnitTrainType>
            name={say('terms')}
            rows={list}
            keyOf={(row) => row.classType}
            empty={<Empty title={say('portal')} />}
            columns={[
              {
                key: 'classType',
                title: say('classType'),
                card: 'title',
                render: (_, row) => nameOf(row.classType),
              },
              {
                key: 'open',
                card: 'tag',
                title: say('open'),
                render: (_, row) =>
                  row.open ? (
                    <Tag color="green">{inWords(openNames.true)}</Tag>
                  ) : (
                    <Tag>{inWords(openNames.false)}</Tag>
                  ),
              },
              {
                key: 'price',
                title: say('price'),
                render: (_, row) => (
                  <>
                    {inWords(sayPrice(row))}
                    {row.waits && <p className="k-note k-small">{say('waits')}</p>}
                  </>
                ),
              },
              {
                key: 'payment',
                title: say('payment'),
                render: (_, row) => inWords(paymentModeNames[row.paymentMode]),
              },
              { key: 'period', title: say('period'), render: (_, row) => inWords(sayPeriod(row)) },
              {
                key: 'categories',
                title: say('categories'),
                width: 220,
                render: (_, row) => inWords(sayCategories(row)),
              },
              { key: 'source', title: say('source'), render: (_, row) => sourceOf(row) },
              ...(mayChange
                ? [
                    {
                      key: 'actions',
                      title: say('actions'),
                      fixed: 'right' as const,
                      render: (_: unknown, row: UnitTrainType) => <RowActions actions={actions(row)} />,
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Loaded>
      {edited && (
        <TermsDrawer known={edited} typeName={nameOf(edited.classType)} onClose={() => setEdited(null)} />
      )}
    </>
  )
}
