import type { Area } from '../check.ts';
import { status } from '../expectations.ts';

export const operations: Area = {
  name: 'Operations',
  checks: [
    {
      call: 'GET /health/ready',
      impact: 'nothing: the gateway determines the health of the host from its other responses',
      optional: true,
      request: () => ({ method: 'GET', path: '/health/ready' }),
      expects: [status(200)],
    },
    {
      call: 'GET /AllLanguages: the header Cache-Control',
      impact: 'nothing: the gateway refreshes at its own interval',
      optional: true,
      request: () => ({ method: 'GET', path: '/AllLanguages' }),
      expects: [
        {
          description: 'Cache-Control',
          findMismatch: ({ headers }) => (headers.has('cache-control') ? undefined : 'no Cache-Control'),
        },
      ],
    },
  ],
};
