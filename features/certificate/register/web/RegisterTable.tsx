import { type ComponentType, useState } from 'react'
import { Link } from 'react-router'
import type { BatchResult } from '../../../../contract/selection.ts'
import { hours } from '../../../../web/format.ts'
import { notify } from '../../../../web/notice.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { only, type Selected } from '../../../../web/shell/control/chosen.tsx'
import { RowActions } from '../../../../web/shell/control/RowActions.tsx'
import { Tag } from '../../../../web/shell/control/Tag.tsx'
import { When } from '../../../../web/shell/control/When.tsx'
import { dialogPart } from '../../../../web/shell/form/withAntd.tsx'
import { CrudTable } from '../../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { useUrlState } from '../../../../web/shell/view/useUrlState.ts'
import { useBilingual, useStateName } from '../../../../web/words.ts'
import { useBatchReport } from '../../../batch/web/BatchReport.tsx'
import { useClassTypeName } from '../../../classType/web/classType.ts'
import { useSettings } from '../../../project/web/settings.ts'
import { UnitPicker, useChosenUnit } from '../../../unit/web/UnitPicker.tsx'
import { certificateLifecycle } from '../../contract.ts'
import { certificateKinds } from '../../template/contract.ts'
import { kindNames, levelNames } from '../../template/rules.ts'
import { useCertificatePdf } from '../../web/certificatePdf.ts'
import { registerCalls, registerExports, type RegisteredCertificate } from '../contract.ts'
import { PrintAllButton } from './PrintAllButton.tsx'
import { type PrintFilter, validOf } from './printFilter.ts'
import { registerAddress } from './registerAddress.ts'
import { useRegisterWords } from './words.ts'

const ReasonDialog = dialogPart(() => import('./ReasonDialog.tsx'))
const ReissuedDialog = dialogPart(() => import('./ReissuedDialog.tsx'))

const colours = { valid: 'green', revoked: 'red', superseded: 'default' } as const

/** Certificates to be revoked or issued again; `rows` where they were chosen one by one. */
interface Asked {
  action: 'revoke' | 'reissue'
  selected: Selected
  rows: readonly RegisteredCertificate[]
}

/** The filter of what is chosen, for a print. */
function chosenFilter({ selection }: Selected): PrintFilter {
  if (!('filter' in selection)) return { ids: selection.ids }
  return { ...selection.filter, ...(selection.except?.length ? { except: selection.except } : {}) }
}

/** The register of certificates: issued by `Issue`, searched, printed by `Print`, revoked and issued again. */
export function RegisterTable({
  Issue,
  Print,
}: {
  /** Button that issues one; nothing for who may not. */
  Issue: ComponentType
  Print: ComponentType<{ filter: PrintFilter; onClose: () => void }>
}) {
  const say = useRegisterWords()
  const pick = useBilingual()
  const stateName = useStateName(certificateLifecycle)
  const [{ unitId }] = useUrlState()
  const unit = useChosenUnit(unitId)
  const typeName = useClassTypeName()
  const { showClassType } = useSettings()
  const mayChange = useMay(registerCalls.revoke)
  const print = useCertificatePdf()
  const { showReport, report } = useBatchReport()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [reissued, setReissued] = useState<BatchResult | null>(null)
  const [printed, setPrinted] = useState<PrintFilter | null>(null)
  const [clear, setClear] = useState<() => void>(() => () => {})

  const ask = (question: Asked, done = () => {}) => {
    setClear(() => done)
    setAsked(question)
  }
  const printChosen = (selected: Selected) => {
    const valid = validOf(chosenFilter(selected))
    if (valid) setPrinted(valid)
    else notify('prompt', say('nothingToPrint'))
  }
  const actionsOf = (row: RegisteredCertificate) => [
    print !== null &&
      row.status === 'valid' && { key: 'print', label: say('print'), onClick: () => print(row.id) },
    {
      key: 'check',
      opens: true,
      label: say('check'),
      onClick: () => window.open(`/check/${row.verifyCode}`, '_blank', 'noreferrer'),
    },
    mayChange &&
      certificateLifecycle.can(row.status, 'correct') && {
        key: 'reissue',
        opens: true,
        label: say('reissue'),
        onClick: () => ask({ action: 'reissue', selected: only(row.id), rows: [row] }),
      },
    mayChange &&
      certificateLifecycle.can(row.status, 'revoke') && {
        key: 'revoke',
        opens: true,
        label: say('revoke'),
        danger: true,
        onClick: () => ask({ action: 'revoke', selected: only(row.id), rows: [row] }),
      },
  ]
  return (
    <>
      <CrudTable
        call={registerCalls.find}
        empty={say('empty')}
        exportCall={registerExports.exportRegister}
        renderToolbar={(list) => (
          <>
            <Issue />
            <PrintAllButton {...list} onPrint={setPrinted} />
          </>
        )}
        batch={{
          nameOf: (row) => row.number,
          render: (selected, done, rows) => (
            <>
              <Button onClick={() => printChosen(selected)}>{say('print')}</Button>
              {mayChange && (
                <>
                  <Button onClick={() => ask({ action: 'reissue', selected, rows }, done)}>
                    {say('reissue')}
                  </Button>
                  <Button danger onClick={() => ask({ action: 'revoke', selected, rows }, done)}>
                    {say('revoke')}
                  </Button>
                </>
              )}
            </>
          ),
        }}
        filters={[
          { name: 'keyword', label: say('keyword'), kind: 'text', hint: say('keywordHint') },
          {
            name: 'kind',
            label: say('type'),
            kind: 'many',
            options: certificateKinds.map((value) => ({
              value,
              label: pick(kindNames[value].zh, kindNames[value].en),
            })),
          },
          {
            name: 'status',
            label: say('status'),
            kind: 'many',
            options: certificateLifecycle.states.map((value) => ({ value, label: stateName(value) })),
          },
          { name: 'unitId', label: say('ofUnit'), kind: 'select', input: <UnitPicker />, options: unit },
          { kind: 'days', from: 'issuedFrom', to: 'issuedTo', label: say('issued') },
          {
            name: 'classType',
            label: say('classType'),
            kind: 'select',
            options: showClassType.map(({ key }) => ({ value: key, label: typeName(key) })),
          },
        ]}
        columns={[
          { key: 'number', title: say('certificateNo'), dataIndex: 'number' },
          {
            key: 'realName',
            title: say('holder'),
            render: (_, row) => (
              <>
                <Link to={`/student-manage/student-detail?accountId=${row.accountId}`}>{row.realName}</Link>
                <div className="crud-line">{row.unitName}</div>
              </>
            ),
          },
          {
            key: 'kind',
            title: say('type'),
            render: (_, row) => pick(kindNames[row.kind].zh, kindNames[row.kind].en),
          },
          {
            key: 'className',
            title: say('subject'),
            wide: true,
            render: (_, row) => (
              <>
                {row.className}
                {row.level && (
                  <div className="crud-line">{pick(levelNames[row.level].zh, levelNames[row.level].en)}</div>
                )}
              </>
            ),
          },
          { key: 'year', title: say('year'), dataIndex: 'year', align: 'right' },
          {
            key: 'hoursTenths',
            title: say('hours'),
            align: 'right',
            render: (_, row) => (row.hoursTenths > 0 ? hours(row.hoursTenths) : null),
          },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => (
              <>
                <Tag color={colours[row.status]}>{stateName(row.status)}</Tag>
                {row.revokeReason && <div className="crud-line">{row.revokeReason}</div>}
                {row.replacedBy && (
                  <div className="crud-line">
                    {say('successor')} <Link to={registerAddress(row.replacedBy)}>{row.replacedBy}</Link>
                  </div>
                )}
                {row.replaces && <div className="crud-line">{say('replaces', { number: row.replaces })}</div>}
              </>
            ),
          },
          { key: 'printCount', title: say('prints'), dataIndex: 'printCount', align: 'right' },
          { key: 'issuedAt', title: say('issued'), render: (_, row) => <When at={row.issuedAt} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => <RowActions actions={actionsOf(row)} />,
          },
        ]}
      />
      {asked && (
        <ReasonDialog
          {...asked}
          onSaved={(result) => {
            setAsked(null)
            clear()
            if (asked.action === 'reissue' && result.succeeded.length > 0) setReissued(result)
            else showReport(result)
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {reissued && (
        <ReissuedDialog
          ids={reissued.succeeded}
          onClose={() => {
            setReissued(null)
            if (reissued.failed.length > 0) showReport(reissued)
          }}
        />
      )}
      {printed && <Print filter={printed} onClose={() => setPrinted(null)} />}
      {report}
    </>
  )
}
