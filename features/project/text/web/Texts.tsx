import Card from 'antd/es/card'
import Table from 'antd/es/table'
import { useAction, useCall } from '../../../../web/client.ts'
import { dateTime } from '../../../../web/format.ts'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import { type TextVersion, textCalls } from '../contract.ts'
import type { editedTexts } from '../rules.ts'
import { TextForm } from './TextForm.tsx'
import { useTextWords } from './words.ts'

/** The project's texts: popup, agreement, about us, and the text shown to anyone who requests a refund. */
export function Texts() {
  const say = useTextWords()
  const popup = useCall(textCalls.findPopup, {}, { staleTime: 0 })
  const refund = useCall(textCalls.findRefundOrderText, {}, { staleTime: 0 })
  const savePopup = useAction(textCalls.savePopup, { quiet: true })
  const saveRefund = useAction(textCalls.saveRefundOrderText, { quiet: true })
  return (
    <div className="setting-groups k-stack k-gap-4">
      <Card size="small" title={say('popup')}>
        <p className="setting-help">{say('popupHelp')}</p>
        <Loaded query={popup}>
          {(text) => (
            <TextForm
              text={text}
              titled
              load={async () => (await popup.refetch({ throwOnError: true })).data!}
              onSave={({ required: _, ...fields }, version) => savePopup.mutateAsync({ ...fields, version })}
            />
          )}
        </Loaded>
      </Card>
      <Visited kind="agreement" />
      <Visited kind="aboutUs" />
      <Card size="small" title={say('refundOrder')}>
        <p className="setting-help">{say('refundOrderHelp')}</p>
        <Loaded query={refund}>
          {(text) => (
            <TextForm
              text={text}
              load={async () => (await refund.refetch({ throwOnError: true })).data!}
              onSave={({ content }, version) => saveRefund.mutateAsync({ content, version })}
            />
          )}
        </Loaded>
      </Card>
    </div>
  )
}

/** A text that visitors read, with its versions. */
function Visited({ kind }: { kind: (typeof editedTexts)[number] }) {
  const say = useTextWords()
  const query = useCall(textCalls.findText, { kind }, { staleTime: 0 })
  const save = useAction(textCalls.saveText, { quiet: true })
  return (
    <Card size="small" title={say(kind)}>
      <p className="setting-help">{say(`${kind}Help`)}</p>
      <Loaded query={query}>
        {({ text, versions, learners, accepted }) => (
          <>
            <TextForm
              text={text}
              load={async () => (await query.refetch({ throwOnError: true })).data!.text}
              onSave={({ content, required }, version) =>
                save.mutateAsync({ kind, content, version, ...(kind === 'agreement' && { required }) })
              }
            />
            {kind === 'agreement' && (
              <p className="setting-help">
                {say('acceptedShare', {
                  accepted,
                  learners,
                  percent: learners === 0 ? 0 : Math.floor((accepted / learners) * 100),
                })}
              </p>
            )}
            <Table<TextVersion>
              rowKey="version"
              size="small"
              dataSource={versions}
              pagination={false}
              scroll={{ x: 'max-content' }}
              style={{ marginTop: 16 }}
              columns={[
                { title: say('version'), dataIndex: 'version' },
                { title: say('publishedAt'), render: (_, row) => row.createdAt && dateTime(row.createdAt) },
                { title: say('writtenBy'), render: (_, row) => row.actorName ?? say('system') },
                ...(kind === 'agreement'
                  ? [
                      {
                        title: say('mustAccept'),
                        render: (_: unknown, row: TextVersion) => (row.required ? say('yes') : ''),
                      },
                      { title: say('agreed'), dataIndex: 'agreed', align: 'right' as const },
                    ]
                  : []),
              ]}
            />
          </>
        )}
      </Loaded>
    </Card>
  )
}
