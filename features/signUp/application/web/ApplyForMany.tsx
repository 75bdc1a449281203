import { useState } from 'react'
import { send } from '../../../../web/client.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { named, type Selected } from '../../../../web/shell/control/chosen.tsx'
import { dialogWidths } from '../../../../web/shell/control/dialogSizes.ts'
import { OfficeDrawer } from '../../../../web/shell/control/OfficeDrawer.tsx'
import { Tag } from '../../../../web/shell/control/Tag.tsx'
import { CrudTable } from '../../../../web/shell/list/CrudTable.tsx'
import { useUrlState } from '../../../../web/shell/view/useUrlState.ts'
import { useBilingual } from '../../../../web/words.ts'
import { useBatchReport } from '../../../batch/web/BatchReport.tsx'
import { UnitPicker, useChosenUnit } from '../../../unit/web/UnitPicker.tsx'
import type { SignUpForm } from '../../contract.ts'
import { hindranceNames } from '../../rules.ts'
import { ApplicantForm } from '../../web/ApplicantForm.tsx'
import { type Applicant, applicationCalls } from '../contract.ts'
import { useSendForm } from './useSendForm.ts'
import { useApplicationWords } from './words.ts'

/** People of the caller's units, of whom some are ticked and applied for by one form; who cannot apply says why. */
export function ApplyForMany({
  form,
  refetch,
}: {
  form: SignUpForm
  refetch: Parameters<typeof useSendForm>[0]['refetch']
}) {
  const say = useApplicationWords()
  const pick = useBilingual()
  const [{ unitId }] = useUrlState()
  const unit = useChosenUnit(unitId)
  const { showReport, report } = useBatchReport()
  const [filled, setFilled] = useState<{ selected: Selected; clear: () => void } | null>(null)
  return (
    <>
      <CrudTable
        call={applicationCalls.findPeople}
        fixed={{ signUpId: form.id }}
        part
        rowKey="accountId"
        empty={say('nobodyThere')}
        filters={[
          { name: 'keyword', label: say('realName'), kind: 'text' },
          { name: 'unitId', label: say('unit'), kind: 'select', input: <UnitPicker />, options: unit },
          {
            name: 'free',
            label: say('hindrance'),
            kind: 'select',
            meant: () => true,
            options: [{ value: 'true', label: say('onlyFree') }],
          },
        ]}
        batch={{
          nameOf: (row: Applicant) => row.realName,
          render: (selected, clear) => (
            <Button type="primary" onClick={() => setFilled({ selected, clear })}>
              {say('fillForMany', { count: selected.said })}
            </Button>
          ),
        }}
        columns={[
          { key: 'realName', title: say('realName'), card: 'title', dataIndex: 'realName' },
          {
            key: 'hindrance',
            title: say('hindrance'),
            card: 'tag',
            render: (_, { hindrance }) => {
              if (hindrance === null) return <Tag color="green">{say('canApply')}</Tag>
              const { zh, en, fix } = hindranceNames[hindrance]
              return (
                <>
                  <Tag color={hindrance === 'applied' ? 'blue' : 'orange'}>{pick(zh, en)}</Tag>
                  <div className="crud-line k-muted">{pick(fix.zh, fix.en)}</div>
                </>
              )
            },
          },
          { key: 'unitName', title: say('unit'), card: 'line', wide: true, dataIndex: 'unitName' },
          { key: 'cardMask', title: say('idNumber'), dataIndex: 'cardMask' },
          { key: 'mobileMask', title: say('mobile'), dataIndex: 'mobileMask' },
        ]}
      />
      {report}
      {filled && (
        <FormForMany
          {...{ form, refetch }}
          selected={filled.selected}
          onClose={() => setFilled(null)}
          onSent={(result) => {
            setFilled(null)
            filled.clear()
            showReport(result)
          }}
        />
      )}
    </>
  )
}

/** The form that is filled in once for all who were ticked. */
function FormForMany({
  form,
  refetch,
  selected,
  onSent,
  onClose,
}: Parameters<typeof ApplyForMany>[0] & {
  selected: Selected
  onSent: (result: Parameters<ReturnType<typeof useBatchReport>['showReport']>[0]) => void
  onClose: () => void
}) {
  const say = useApplicationWords()
  const { said: count } = selected
  const sending = useSendForm({
    form,
    refetch,
    sendTo: (sent) =>
      send(applicationCalls.applyForMany, { ...sent, ...named('accountIds', selected) } as never, {
        quiet: true,
        isChange: true,
      }),
    onSent,
  })
  // A file is one person's: where one may be sent, it is sent by the person or for one alone.
  const fields = form.fields.filter(({ kind }) => kind !== 'file')
  return (
    <OfficeDrawer open onClose={onClose} size={dialogWidths.wide} title={say('fillForMany', { count })}>
      <p className="k-note">{say('sameForAll')}</p>
      <ApplicantForm form={{ ...form, fields }} submit={say('submitForMany', { count })} {...sending} />
    </OfficeDrawer>
  )
}
