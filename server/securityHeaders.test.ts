import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorld } from '../test/harness.ts'

test('every answer tells the browser to take fonts from ourselves and to open no device but the camera', async () => {
  const world = await openWorld()
  for (const url of ['/healthz', '/api/login/check-login', '/check/none', '/no-such-page']) {
    const { headers } = await world.portal.http.inject({ method: 'GET', url })
    assert.match(String(headers['content-security-policy']), /font-src 'self';/, url)
    assert.match(
      String(headers['permissions-policy']),
      /camera=\(self\).*microphone=\(\), geolocation=\(\)/,
      url,
    )
  }
})
