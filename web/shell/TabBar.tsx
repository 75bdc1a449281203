import Dropdown from 'antd/es/dropdown'
import { useNavigate } from 'react-router'
import { useBilingual } from '../words.ts'
import { closeAll, closeOthers, closeTab, type Tab, useTabs } from './tabs.ts'
import { useShellWords } from './words.ts'

/** Tabs of the visited views: left click shows, middle click closes, right click offers the rest. */
export function TabBar({ current }: { current: string }) {
  const say = useShellWords()
  const pick = useBilingual()
  const navigate = useNavigate()
  const tabs = useTabs()

  function close(tab: Tab) {
    if (tab.affix) return
    closeTab(tab.path)
    if (tab.path !== current) return
    const left = tabs.filter((other) => other.path !== tab.path)
    void navigate(left.at(-1)?.address ?? '/home/index')
  }

  const actions = (tab: Tab) => [
    { key: 'refresh', label: say('refresh'), onClick: () => void navigate(`/redirect${tab.address}`) },
    ...(tab.affix ? [] : [{ key: 'close', label: say('close'), onClick: () => close(tab) }]),
    {
      key: 'others',
      label: say('closeOthers'),
      onClick: () => {
        closeOthers(tab.path)
        void navigate(tab.address)
      },
    },
    {
      key: 'all',
      label: say('closeAll'),
      onClick: () => {
        closeAll()
        void navigate('/home/index')
      },
    },
  ]

  return (
    <nav className="shell-tabs" aria-label={say('visited')}>
      {tabs.map((tab) => (
        <Dropdown key={tab.path} trigger={['contextMenu']} menu={{ items: actions(tab) }}>
          <span className="shell-tab" aria-current={tab.path === current ? 'page' : undefined}>
            <button
              type="button"
              onClick={() => void navigate(tab.address)}
              onAuxClick={(event) => event.button === 1 && close(tab)}
            >
              {pick(...tab.title) || say('noName')}
            </button>
            {!tab.affix && (
              <button
                type="button"
                aria-label={`${say('close')} ${pick(...tab.title)}`}
                onClick={() => close(tab)}
              >
                ✕
              </button>
            )}
          </span>
        </Dropdown>
      ))}
    </nav>
  )
}
