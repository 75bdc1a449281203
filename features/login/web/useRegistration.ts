import { useState } from 'react'
import { freshId } from '../../../web/freshId.ts'
import { usePasswordFault } from '../../session/web/PasswordField.tsx'
import { send, useCall } from '../../../web/client.ts'
import { dictionaryCalls } from '../../dictionary/contract.ts'
import {
  type FieldFault,
  fieldFault,
  profileField,
  profileFields,
  type ProfileKey,
  type RegisterField,
} from '../../project/register/rules.ts'
import { visitedUnit } from '../../project/web/settings.ts'
import { useProofFaults } from '../../session/code/web/CodeInput.tsx'
import type { Faults } from '../../../web/kit/Form.tsx'
import { useProof } from '../../session/web/proof.ts'
import { useSessionWords } from '../../session/web/words.ts'
import { unitCalls } from '../../unit/contract.ts'
import { registerCalls } from '../register/contract.ts'
import { useArrival } from './arrival.ts'
import { readDraft, saveDraft, forgetDraft } from './registerDraft.ts'
import { useRegisterWords } from './registerWords.ts'

/** A part of the form: a field of the profile, or one that every form has at its end. */
export type RegisterPart = ProfileKey | 'skill' | 'loginName' | 'password' | 'agreement'

const faultWords = {
  needed: 'mustFill',
  name: 'wrongName',
  card: 'wrongIdCard',
  mobile: 'wrongMobile',
  text: 'tooLong',
  date: 'wrongDate',
  choice: 'wrongChoice',
} as const satisfies Record<FieldFault, string>

const lists = profileFields.flatMap((field) => ('list' in field ? [field.list] : []))

/** The fields that the portal requires of a newcomer, for the unit they register with. */
export function useRegisterForm() {
  const unitId = visitedUnit()
  const config = useCall(unitCalls.getRegisterConfigByUnit, unitId ? { unitId } : {})
  const fields = config.data?.fields.flatMap(({ key, required }): RegisterField[] => {
    const known = profileFields.find((field) => field.key === key)
    return known ? [{ key: known.key, required }] : []
  })
  return { config, fields: fields ?? [], joins: config.data?.open ? config.data.unitId : null }
}

/** Returns a newcomer's input, its faults, and how to send it; the ID number is stored nowhere. */
export function useRegistration(fields: readonly RegisterField[], joins: string | null, isSaved = false) {
  const say = useSessionWords()
  const word = useRegisterWords()
  const enter = useArrival()
  const [values, setValues] = useState<Record<string, string>>(() => (isSaved ? readDraft() : {}))
  const [proof, setProof, forgetProof] = useProof('register')
  const [agreement, setAgreement] = useState(false)
  // Who signs in with the mobile number needs no name; what every account has says nothing of the number.
  const [unseenName] = useState(() => `m${freshId().slice(-12)}`)
  const passwordFault = usePasswordFault()
  const proofFaults = useProofFaults()
  const visited = visitedUnit()
  const { data: entries = [] } = useCall(
    dictionaryCalls.getDictionaryList,
    { kinds: lists, ...(visited ? { unitId: visited } : {}) },
    { staleTime: 600_000 },
  )
  const typed = (key: string) => (values[key] ?? '').trim()

  function writeAll(given: Record<string, string>) {
    const next = { ...values, ...given }
    setValues(next)
    if (isSaved) saveDraft(next)
  }

  function faultOf(part: RegisterPart): Faults {
    if (part === 'mobile') return proofFaults(proof)
    if (part === 'loginName') {
      if (typed(part) === '') return {}
      return /^[A-Za-z]\w{3,29}$/.test(typed(part)) ? {} : { loginName: say('loginNameHint') }
    }
    if (part === 'password') {
      const fault = passwordFault(values.password ?? '')
      return fault ? { password: fault } : {}
    }
    if (part === 'agreement') return agreement ? {} : { agreement: say('mustAgree') }
    if (part === 'skill') return typed(part) ? {} : { skill: word('skillNeeded') }
    const field = fields.find(({ key }) => key === part)
    if (!field || part === 'photo' || (part === 'unitId' && joins)) return {}
    // A unit that was typed and not selected would be left out without a word.
    if (part === 'unitId' && typed('unitTyped') && !typed(part)) return { unitId: word('unitNotSelected') }
    const fault = fieldFault(field, typed(part))
    return fault ? { [part]: word(faultWords[fault]) } : {}
  }

  async function submit() {
    const given = fields
      .map(({ key }) => key)
      .filter((key) => key !== 'mobile' && key !== 'photo' && key !== 'unitId' && typed(key) !== '')
    const unitId = joins ?? typed('unitId')
    const form = {
      ...(Object.fromEntries(given.map((key) => [key, typed(key)])) as {
        realName: string
        cardNumber: string
      }),
      ...proof,
      ...(unitId ? { unitId } : visited ? { unitId: visited } : {}),
      ...(typed('skill') ? { skill: typed('skill') } : {}),
      loginName: typed('loginName') || unseenName,
      password: values.password ?? '',
      agreement,
    }
    const { data } = await send(registerCalls.doRegister, form, { quiet: true })
    forgetProof()
    forgetDraft()
    const skill = typed('skill')
    await enter(data.tokenCode, skill ? `/vocational?category=${skill}` : undefined)
  }

  return {
    values,
    write: (key: string, value: string) => writeAll({ [key]: value }),
    writeAll,
    proof,
    setProof,
    agreement,
    setAgreement,
    choicesOf: (key: ProfileKey) => entries.filter((entry) => entry.kind === profileField(key).list),
    faultsOf: (parts: readonly RegisterPart[]): Faults => Object.assign({}, ...parts.map(faultOf)) as Faults,
    submit,
  }
}
export type RegistrationForm = ReturnType<typeof useRegistration>
