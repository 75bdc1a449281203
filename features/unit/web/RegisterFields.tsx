import Alert from 'antd/es/alert'
import Table from 'antd/es/table'
import { useCall } from '../../../web/client.ts'
import { Failure } from '../../../web/kit/Loaded.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { CopyText } from '../../../web/shell/control/CopyText.tsx'
import { useBilingual } from '../../../web/words.ts'
import { unitCalls } from '../contract.ts'
import { useUnitWords } from './words.ts'

/** Fields and address by which learners register in a unit; decided by the project, read here. */
export function RegisterFields({ unitId }: { unitId: string }) {
  const say = useUnitWords()
  const pick = useBilingual()
  const query = useCall(unitCalls.getRegisterConfigByUnit, { unitId }, { staleTime: 0 })
  if (query.isError && !query.data) {
    return <Failure error={query.error} onRetry={() => void query.refetch()} />
  }
  const fields = query.data?.fields ?? []
  return (
    <>
      <p className="unit-hint k-caption">{say('registerHint')}</p>
      {query.data?.open === false ? (
        <Alert type="warning" showIcon title={say('registerClosed')} style={{ marginBottom: 12 }} />
      ) : (
        <p>
          {say('registerLink')}{' '}
          <CopyText text={`${location.origin}/register?unitId=${unitId}`} name={say('registerLink')} />
        </p>
      )}
      <Table
        rowKey="key"
        size="small"
        dataSource={fields}
        loading={query.isPending}
        pagination={false}
        columns={[
          { title: say('field'), render: (_, field) => pick(field.name, field.nameEn) },
          {
            title: say('fieldNeeded'),
            render: (_, field) =>
              field.required ? <Tag color="orange">{say('yes')}</Tag> : <Tag>{say('no')}</Tag>,
          },
        ]}
      />
    </>
  )
}
