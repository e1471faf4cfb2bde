import type { Area } from '../check.ts';
import { status } from '../expectations.ts';

export const operation: Area = {
  name: 'Operation',
  checks: [
    {
      call: 'GET /health/ready',
      loses: 'nothing: the gateway then judges the host by its answers',
      optional: true,
      request: () => ({ method: 'GET', path: '/health/ready' }),
      expects: [status(200)],
    },
    {
      call: 'GET /AllLanguages says how long it may be kept',
      loses: 'nothing: the gateway asks anew when it must',
      optional: true,
      request: () => ({ method: 'GET', path: '/AllLanguages' }),
      expects: [
        {
          claim: 'Cache-Control',
          fault: ({ headers }) => (headers.has('cache-control') ? undefined : 'no Cache-Control'),
        },
      ],
    },
  ],
};
