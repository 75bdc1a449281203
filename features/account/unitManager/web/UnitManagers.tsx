import Empty from 'antd/es/empty'
import Space from 'antd/es/space'
import Table from 'antd/es/table'
import { useState } from 'react'
import { useAction, useCall } from '../../../../web/client.ts'
import { dateTime } from '../../../../web/format.ts'
import { Failure } from '../../../../web/kit/Loaded.tsx'
import { notify } from '../../../../web/notice.ts'
import { Tag } from '../../../../web/shell/Tag.tsx'
import { Button } from '../../../../web/shell/Button.tsx'
import { useMay } from '../../../../web/shell/may.ts'
import { RowActions } from '../../../../web/shell/RowActions.tsx'
import { AccountDrawer } from '../../manage/web/AccountDrawer.tsx'
import { type Handover, OneTimePassword } from '../../manage/web/OneTimePassword.tsx'
import { type UnitManager, unitManagerCalls } from '../contract.ts'
import { useStateName } from '../../../../web/words.ts'
import { accountLifecycle } from '../../manage/rules.ts'
import { AddManagerDialog } from './AddManagerDialog.tsx'
import { useUnitManagerWords } from './words.ts'

/** Who manages a unit: shown, added from the accounts there are or again, removed. */
export function UnitManagers({ unitId, unitName }: { unitId: string; unitName: string }) {
  const say = useUnitManagerWords()
  const stateName = useStateName(accountLifecycle)
  const mayAdd = useMay(unitManagerCalls.addUnitManager)
  const maySee = useMay('/account-manage/administrator-list')
  const [adding, setAdding] = useState<'known' | 'new' | null>(null)
  const [handover, setHandover] = useState<Handover | null>(null)
  const query = useCall(unitManagerCalls.findUnitManagerList, { unitId }, { staleTime: 0 })
  const remove = useAction(unitManagerCalls.removeUnitManager)

  if (query.isError && !query.data) {
    return <Failure error={query.error} onRetry={() => void query.refetch()} />
  }
  const removal = (row: UnitManager) => ({
    key: 'remove',
    label: say('remove'),
    danger: true,
    ask: {
      title: say('removeConfirm', { name: row.userName }),
      text: row.only ? say('removeOnly') : say('removeText', { role: row.roleName }),
    },
    onClick: () =>
      remove.mutate(
        { unitId, roleId: row.roleId, accountId: row.accountId },
        {
          onSuccess: ({ disabled }) =>
            notify('success', say(disabled ? 'removedDisabled' : 'removed', { name: row.userName })),
        },
      ),
  })
  return (
    <>
      <p className="unit-hint">{say('hint')}</p>
      {mayAdd && (
        <Space style={{ marginBottom: 12 }} wrap>
          <Button type="primary" onClick={() => setAdding('new')}>
            {say('addNew')}
          </Button>
          {maySee && <Button onClick={() => setAdding('known')}>{say('addKnown')}</Button>}
        </Space>
      )}
      <Table<UnitManager>
        rowKey={(row) => `${row.accountId} ${row.roleId}`}
        dataSource={query.data ?? []}
        loading={query.isPending}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say('none')} /> }}
        columns={[
          { title: say('realName'), dataIndex: 'userName' },
          { title: say('account'), dataIndex: 'loginName' },
          { title: say('mobile'), dataIndex: 'mobileMask' },
          { title: say('role'), dataIndex: 'roleName' },
          {
            title: say('status'),
            render: (_, row) => (
              <>
                <Tag color={row.status === 'active' ? 'green' : 'default'}>{stateName(row.status)}</Tag>
                {row.mustChangePassword && <Tag color="orange">{say('mustChangePassword')}</Tag>}
              </>
            ),
          },
          {
            title: say('lastSignIn'),
            render: (_, row) => (row.lastLoginAt ? dateTime(row.lastLoginAt) : say('neverSignedIn')),
          },
          ...(mayAdd
            ? [
                {
                  title: say('actions'),
                  render: (_: unknown, row: UnitManager) =>
                    row.manageable && row.status === 'active' && <RowActions actions={[removal(row)]} />,
                },
              ]
            : []),
        ]}
      />
      {adding === 'known' && (
        <AddManagerDialog unitId={unitId} unitName={unitName} onClose={() => setAdding(null)} />
      )}
      <AccountDrawer
        account={adding === 'new' ? 'new' : null}
        unitId={unitId}
        onClose={() => setAdding(null)}
        onMade={setHandover}
      />
      <OneTimePassword handover={handover} onClose={() => setHandover(null)} />
    </>
  )
}
