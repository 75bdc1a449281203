import { useState } from 'react'
import { yuan } from '../../../contract/money.ts'
import { useAction, useCall } from '../../../web/client.ts'
import { date } from '../../../web/format.ts'
import { Empty, Failure, Skeleton } from '../../../web/kit/Loaded.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { Note } from '../../../web/shell/control/Note.tsx'
import { useSubject } from '../../../web/shell/view/subject.ts'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { useBilingual } from '../../../web/words.ts'
import { unitClassCalls } from '../../unitClass/contract.ts'
import { type PayMode, payModeNames } from '../../unitClass/rules.ts'
import { unitClassPaths } from '../../unitClass/web/paths.ts'
import { batchOrderCalls } from '../contract.ts'
import './BatchOrder.css'
import { OrderPeople, useTicks } from './OrderPeople.tsx'
import { useBatchOrderWords } from './words.ts'

/** An order of a roster before it is placed: who is in it and who not, the sum, the terms, and how it is to be paid. */
export function NewBatchOrder({ unitClassId }: { unitClassId: string }) {
  const say = useBatchOrderWords()
  const either = useBilingual()
  const navigate = useViewNavigate()
  const detail = useCall(unitClassCalls.getUnitClassDetailAndList, { id: unitClassId, limit: 1 })
  const ticks = useTicks()
  const query = useCall(
    batchOrderCalls.preview,
    { unitClassId, ...ticks.choice, limit: 1 },
    { keep: true, staleTime: 0 },
  )
  const [chosen, setChosen] = useState<PayMode | null>(null)
  const [requestKey] = useState(() => crypto.randomUUID())
  const place = useAction(batchOrderCalls.place, {
    onDone: ({ orderId }) => navigate(unitClassPaths.pay(orderId)),
  })
  const name = detail.data?.detail.name ?? ''
  useSubject(name && `${name} · ${say('order')}`)
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton lines={8} />
  const { headCount, able, leftOut, price, amount, payModes, payer, codeMinutes } = query.data
  const { transferDays, studyTo, validDays } = query.data
  const mode = chosen ?? payModes[0]
  const hintOf = (one: PayMode) =>
    one === 'code'
      ? say('codeHint', { minutes: codeMinutes })
      : one === 'transfer'
        ? say('transferHint', { days: transferDays })
        : say('freeHint')
  return (
    <div className="batch-order">
      <section className="shell-card">
        <h1>{say('title', { name })}</h1>
        <dl className="batch-sums">
          <div>
            <dt>{say('heads')}</dt>
            <dd>{say('headsOf', { count: headCount })}</dd>
          </div>
          <div>
            <dt>{say('perHead')}</dt>
            <dd>{price === 0 ? say('sumFree') : `¥${yuan(price)}`}</dd>
          </div>
          <div>
            <dt>{say('inAll')}</dt>
            <dd>{amount === 0 ? say('sumFree') : `¥${yuan(amount)}`}</dd>
          </div>
          {leftOut > 0 && (
            <div>
              <dt>{say('leftOut')}</dt>
              <dd className="k-warn">{say('headsOf', { count: leftOut })}</dd>
            </div>
          )}
        </dl>
        <dl className="k-facts">
          <dt>{say('payer')}</dt>
          <dd>
            {payer.name}
            {payer.taxNo && (
              <span className="k-caption">
                {' '}
                {say('taxNo')} {payer.taxNo}
              </span>
            )}
          </dd>
          <dt>{say('study')}</dt>
          <dd>
            {[studyTo && date(studyTo), validDays && say('access', { days: validDays })]
              .filter(Boolean)
              .join(' · ') || say('noEnd')}
          </dd>
        </dl>
      </section>
      <section className="shell-card">
        {headCount === 0 ? (
          <Empty
            title={say(able > 0 ? 'nobodyTicked' : 'nobody')}
            hint={say(able > 0 ? 'nobodyTickedHint' : 'nobodyHint')}
            action={
              <Button type="primary" onClick={() => navigate(unitClassPaths.people(unitClassId))}>
                {say('addPeople')}
              </Button>
            }
          />
        ) : (
          <>
            <div className="batch-modes" role="radiogroup" aria-label={say('payMode')}>
              <h2>{say('payMode')}</h2>
              {payModes.map((one) => (
                <label key={one} className="k-box">
                  <input
                    type="radio"
                    aria-label={either(payModeNames[one].zh, payModeNames[one].en)}
                    name="batch-pay-mode"
                    checked={one === mode}
                    onChange={() => setChosen(one)}
                  />
                  <span>
                    <strong>{either(payModeNames[one].zh, payModeNames[one].en)}</strong>
                    <div className="k-caption">{hintOf(one)}</div>
                  </span>
                </label>
              ))}
            </div>
            <Note type="info" title={say('nothingFixed')} />
            <div className="k-cluster">
              <Button
                type="primary"
                loading={place.isPending}
                disabled={mode === undefined || query.isPlaceholderData}
                onClick={() =>
                  place.mutate({
                    unitClassId,
                    ...ticks.choice,
                    payMode: mode!,
                    expectedAmount: amount,
                    expectedHeads: headCount,
                    requestKey,
                  })
                }
              >
                {amount === 0
                  ? say('placeFree', { count: headCount })
                  : say('place', { count: headCount, amount: yuan(amount) })}
              </Button>
              <Button onClick={() => navigate(unitClassPaths.detail(unitClassId))}>{say('toRoster')}</Button>
            </div>
          </>
        )}
      </section>
      <OrderPeople {...{ unitClassId, able, leftOut, ticks }} />
    </div>
  )
}
