import { z } from 'zod';

// Otherwise zod tries to compile schemas, which the Content-Security-Policy of all pages forbids: browsers would report a
// violation. Modules that run in the browser import zod from here, because the setting applies to schemas created later;
// biome.json forbids them to import `zod` directly. They may import `zod/mini`, which compiles no schemas.
z.config({ jitless: true });

export { z };
