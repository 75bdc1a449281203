import Tabs from 'antd/es/tabs'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { useCall } from '../../../../web/client.ts'
import { Loaded, Skeleton } from '../../../../web/kit/Loaded.tsx'
import { useUrlState } from '../../../../web/shell/view/useUrlState.ts'
import { ProposalNotice } from '../../../approval/web/ProposalNotice.tsx'
import { settingCalls } from '../contract.ts'
import { ClassTypes } from './ClassTypes.tsx'
import { HistoryTable } from './HistoryTable.tsx'
import { Scheduled } from './Scheduled.tsx'
import { SettingForm } from './SettingForm.tsx'
import { useSettingPageWords } from './words.ts'
import { lazyPart } from '../../../../web/lazyPart.tsx'

const RegisterConfig = lazyPart(() =>
  import('../../register/web/RegisterConfig.tsx').then((part) => ({ default: part.RegisterConfig })),
)
const Texts = lazyPart(() => import('../../text/web/Texts.tsx').then((part) => ({ default: part.Texts })))
const Configs = lazyPart(() =>
  import('../../config/web/Configs.tsx').then((part) => ({ default: part.Configs })),
)

/** All that a project decides of itself; its invoices, and the receiver of its results, are of features above this one. */
export default function SettingPage({
  Invoices,
  Receiver,
}: {
  Invoices: ComponentType
  Receiver: ComponentType
}) {
  const say = useSettingPageWords()
  const [address, change] = useUrlState()
  const query = useCall(settingCalls.findSetting, {}, { staleTime: 0 })
  const tab = (key: string, label: string, children: ReactNode) => ({
    key,
    label,
    children: <Suspense fallback={<Skeleton lines={6} />}>{children}</Suspense>,
  })
  return (
    <Loaded query={query}>
      {({ values, seen, scheduled }) => (
        <>
          <div className="k-stack k-gap-3">
            <Scheduled steps={scheduled} />
            <ProposalNotice about={{ kind: 'bankAccount' }} />
            <ProposalNotice about={{ kind: 'limits' }} />
          </div>
          <Tabs
            activeKey={address.tab ?? 'settings'}
            onChange={(key) =>
              change({ tab: key === 'settings' ? null : key, page: null, limit: null, key: null })
            }
            items={[
              tab('settings', say('tabSettings'), <SettingForm key={seen} values={values} seen={seen} />),
              tab('types', say('classTypes'), <ClassTypes key={seen} values={values} seen={seen} />),
              tab('register', say('tabRegister'), <RegisterConfig />),
              tab('texts', say('tabTexts'), <Texts />),
              tab(
                'configs',
                say('tabConfigs'),
                <div className="k-stack k-gap-4">
                  <Configs />
                  <Receiver />
                </div>,
              ),
              tab('invoices', say('tabInvoices'), <Invoices />),
              tab('history', say('tabHistory'), <HistoryTable />),
            ]}
          />
        </>
      )}
    </Loaded>
  )
}
